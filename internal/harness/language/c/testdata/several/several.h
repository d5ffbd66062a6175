// A program of several files, which all include the headers of many techniques. headers.h, implementations.h and units.h are written by the test:
// units.h says of each technique what its header has, as UNIT(fancymagic, LOOKUPS(fancymagic) BOTH(fancymagic)).
#ifdef __cplusplus
extern "C" {
#endif
#ifdef _MSC_VER // set by cl.h
#define EXPORTED
#else
#define EXPORTED __attribute__((visibility("default")))
#endif
EXPORTED void fill(void);
EXPORTED int ask(void);
EXPORTED int ask_unfilled(void);
#ifdef __cplusplus
}
#endif
