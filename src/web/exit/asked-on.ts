/** Pages on which a visitor who stands still is asked whether to go (spec section 2.3). */
export const askedOn = ['Homepage', 'Recommendation'] as const
export type AskedPage = (typeof askedOn)[number]

export type ExitPromptProps = { page: AskedPage; onClose: () => void }
