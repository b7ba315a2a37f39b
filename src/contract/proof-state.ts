/** Begins the provider's `state` of a proof: one page of the console takes the answers to proofs and to sign-ins. */
export const proofState = 'bestaetigung.'
