/** Lists of the console count and sum no further: a count takes as long as what it counts. */
export const mostCounted = 10_000
