/** What a mail says, before it has a look: the HTML part and the text part are made from this alone. */
export type MailContent = {
  subject: string
  preheader: string
  heading: string
  greeting: string
  paragraphs: string[] // above the amount
  amount?: { value: string; label?: string } | undefined // shown large
  facts?: { label: string; value: string }[] | undefined
  codes?: string[] | undefined // shown in monospace, to be typed or copied
  todo?: string[] | undefined // between the figures and the button
  button: { label: string; link: string }
  share?: { text: string; link: string } | undefined // a second address, as text
  notes?: string[] | undefined // small, below the button
  why?: string | undefined // why this mail came, in the footer; default: it belongs to a recommendation
}
