import { claimReasonTexts, claimRefusals, claimRefusalText } from './claim.ts'
import { requestWays } from './person.ts'
import { refusalReasons, refusalText } from './refusal.ts'
import { approvalTexts } from './review.ts'
import type { Locale, Localised } from './tenant.ts'

// The log keeps a chosen reason in German words, and how somebody asked for their data as its code. This is how a page says them.

const ways: Record<(typeof requestWays)[number], Localised> = {
  brief: { de: 'Anlass: Brief', en: 'Asked by letter' },
  email: { de: 'Anlass: E-Mail', en: 'Asked by e-mail' },
  telefon: { de: 'Anlass: Telefon', en: 'Asked by phone' },
  behoerde: { de: 'Anlass: Behörde', en: 'Asked by an authority' },
}

const both = (write: (locale: Locale) => string): Localised => ({
  de: write('de'),
  en: write('en'),
})

const sentences: Localised[] = [
  ...Object.values(approvalTexts),
  ...Object.values(claimReasonTexts),
  ...refusalReasons.map((reason) => both((locale) => refusalText({ reason, note: null }, locale))),
  ...claimRefusals
    .filter((reason) => reason !== 'other')
    .map((reason) => both((locale) => claimRefusalText(reason, null, locale))),
]

/** A row's reason in the reader's language; what somebody wrote by hand stays as it is. */
export function loggedReason(
  { action, reason }: { action: string; reason: string | null },
  locale: Locale,
): string | null {
  if (reason === null) return null
  if (action === 'person-exported') {
    const way = requestWays.find((one) => one === reason)
    return way ? ways[way][locale] : reason
  }
  const chosen = sentences.find(({ de }) => reason === de || reason.startsWith(`${de} `))
  return chosen ? `${chosen[locale]}${reason.slice(chosen.de.length)}` : reason
}
