import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'

const things = [
  'zs_user',
  'zs_referrer',
  'zs_recipient',
  'zs_reward',
  'zs_address',
  'zs_language',
  'zs_consent',
  'session',
] as const
// Tenants that sell through agencies.
const ofAgencies = ['zs_agency', 'zs_sso'] as const
const ofSalesPartners = ['zs_partner'] as const
// Where anybody logs in with a password here.
const ofPasswords = ['zs_second'] as const

/** What is stored on the device without consent, why, and for how long. */
export function StoredThings() {
  const { tenant, origin } = usePage()
  const { cookieCategories, agencies, salesPartners, autoLogin } = tenant
  // As the server names them (access/host-cookies.ts).
  const nameOf = (thing: string) =>
    !origin.startsWith('https:') || /^zs_(consent|language)$/.test(thing)
      ? thing
      : `__Host-${thing}`
  const comfort = cookieCategories.includes('functional')
  const t = useTexts('cookies')
  return (
    <dl className="mt-4 flex flex-col gap-3 text-base">
      {[
        ...things,
        ...(agencies ? ofAgencies : []),
        ...(salesPartners ? ofSalesPartners : []),
        ...(autoLogin && !agencies && !salesPartners ? [] : ofPasswords),
      ].map((thing) => (
        <div key={thing} className="border-t border-hairline pt-3">
          <dt className="font-semibold">
            {thing === 'session' ? t('session.name') : nameOf(thing)}
          </dt>
          <dd>{t(`${thing}.why`)}</dd>
          <dd className="text-muted">
            {t(comfort && thing === 'zs_language' ? 'zs_language.untilComfort' : `${thing}.until`)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
