_C_API: object
