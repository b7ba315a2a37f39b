import type { MailStep } from './mail-steps.ts'

/** What a mail says, without layout: both the HTML and the text part are made from it. */
export type MailContent = {
  subject: string
  preheader: string
  heading: string
  greeting: string
  paragraphs: string[] // above the amount
  amount?: { value: string; label?: string } | undefined // shown large
  facts?: { label: string; value: string }[] | undefined
  /** `brand`: the tenant's own, if nothing else is shown large; else a path. None in security mails and bad news. */
  picture?: { path: string; alt: string } | 'brand' | undefined
  steps?: MailStep[] | undefined // done and upcoming, below the button
  codes?: { code: string; worth: string | null }[] | undefined // in monospace, to type or copy
  sections?: { title: string; text: string }[] | undefined // after the codes
  todo?: string[] | undefined // between the figures and the button
  button: { label: string; link: string }
  /** A second address. Without a label it is short, readable and holds no token. */
  share?: { text: string; link: string; label?: string } | undefined
  notes?: string[] | undefined // small, below the button
  why?: string | undefined // why this mail was sent, in the footer; default: it belongs to a referral
  footer?: string[] | undefined // in place of all that whoever recommends finds there
}
