/** Advertised weeks from the provision of a cash reward to its payment (spec section 9). The exact day is `dueOn` (reward.ts). */
export const paymentWeeks = { from: 4, to: 10 } as const
