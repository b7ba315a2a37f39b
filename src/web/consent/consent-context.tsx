import { createContext, use, useState, type ReactNode } from 'react'
import type { CookieConsent } from '../../domain/cookie-consent.ts'
import { usePage } from '../runtime/page-context.tsx'

type Consent = readonly [consent: CookieConsent, choose: (consent: CookieConsent) => void]

const ConsentContext = createContext<Consent | null>(null)

/** The visitor's cookie choices, from the server and as changed on the page. */
export function ConsentProvider({ children }: { children: ReactNode }) {
  const consent = useState(usePage().consent)
  return <ConsentContext value={consent}>{children}</ConsentContext>
}

export function useConsent(): Consent {
  const consent = use(ConsentContext)
  if (!consent) throw new Error('useConsent outside of ConsentProvider')
  return consent
}
