// Where a footnote stands, and each mark that leads to it.

const plain = (text: string) => text.replace(/[^\w-]/g, '_')

export const noteId = (identifier: string) => `note-${plain(identifier)}`

export const markId = (offer: string, identifier: string) =>
  `mark-${plain(offer)}-${plain(identifier)}`
