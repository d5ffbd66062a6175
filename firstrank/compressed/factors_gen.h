// Code generated from factors of package compressed; DO NOT EDIT.

BOARD_DEFINE const uint64_t compressed_factors[8] = {
	UINT64_C(0xeca4b8988d29ffda), UINT64_C(0xf00027159ca4fea3), UINT64_C(0xf0800011ddceff31), UINT64_C(0xec7f200042291524),
	UINT64_C(0xec60418100d258af), UINT64_C(0xf0fea8b26900803c), UINT64_C(0xf0fe8d94164200b8), UINT64_C(0xecffa7aad64c14cf),
};
