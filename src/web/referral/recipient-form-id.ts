/** Also names its draft, which the next page clears. */
export const recipientFormId = 'recipient'
