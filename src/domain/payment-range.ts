/**
 * Weeks from the provision of a cash reward to its arrival, as people are told (spec section 9). The day itself is `dueOn`
 * (reward.ts), counted from the bank data.
 */
export const paymentWeeks = { from: 4, to: 10 } as const
