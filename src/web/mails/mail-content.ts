import type { MailStep } from './mail-steps.ts'

/** What a mail says, before it has a look: the HTML part and the text part are made from this alone. */
export type MailContent = {
  subject: string
  preheader: string
  heading: string
  greeting: string
  paragraphs: string[] // above the amount
  amount?: { value: string; label?: string } | undefined // shown large
  facts?: { label: string; value: string }[] | undefined
  /** `brand`: the tenant's own, where nothing else is shown large; else a path. Mails about safety and bad news have none. */
  picture?: { path: string; alt: string } | 'brand' | undefined
  steps?: MailStep[] | undefined // done and to come, below the button
  codes?: { code: string; worth: string | null }[] | undefined // shown in monospace, to be typed or copied
  sections?: { title: string; text: string }[] | undefined // read after the codes
  todo?: string[] | undefined // between the figures and the button
  button: { label: string; link: string }
  /** A second address. Without a label it is short enough to be read, and holds no token. */
  share?: { text: string; link: string; label?: string } | undefined
  notes?: string[] | undefined // small, below the button
  why?: string | undefined // why this mail came, in the footer; default: it belongs to a recommendation
}
