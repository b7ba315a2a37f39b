/** Pages with the exit prompt for idle visitors (spec section 2.3). */
export const askedOn = ['Homepage', 'Recommendation'] as const
export type AskedPage = (typeof askedOn)[number]

export type ExitPromptProps = { page: AskedPage; onClose: () => void }
