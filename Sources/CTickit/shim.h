#include <tickit.h>
