// intrin.h of cl: cl.h has it already.
