import type { ConsolePage } from './console-pages.ts'

// Apart from the table of pages (pages.ts), which a browser loads later than these.

export const isConsolePage = (name: string): name is ConsolePage => name.startsWith('Console')
export const isAgencyPage = (name: string) => name.startsWith('Agency')
export const isSalesPartnerPage = (name: string) => name.startsWith('SalesPartner')
