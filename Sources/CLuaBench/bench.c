#include "CLuaBench.h"
