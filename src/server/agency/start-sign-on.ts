import { startSignOn as endpoint } from '../../contract/agentur-sso.ts'
import { sessionLifetimes } from '../../domain/session-lifetime.ts'
import { beginSignOn } from '../access/sign-on.ts'
import { serve } from '../serve.ts'
import { pageUrl } from '../tenant/tenant-origin.ts'
import { signOnSettings } from './sign-on-settings.ts'

/** Starts a single sign-on; where it leads in the end is kept with it. */
export const startSignOn = serve(endpoint, async (call) =>
  beginSignOn(call, await signOnSettings(call), {
    redirectUri: pageUrl(call.deps.publicOrigin, call.tenant, call.locale, 'AgencyLogin'),
    details: { target: call.body.target ?? null },
    oldest: sessionLifetimes.agency.hours * 3600,
  }),
)
