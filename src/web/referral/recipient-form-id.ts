/** Also the name of its draft, which the page after it clears. */
export const recipientFormId = 'recipient'
