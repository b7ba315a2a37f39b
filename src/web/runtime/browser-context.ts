import type { PageContext } from '../../contract/page-context.ts'
import { noAnswer } from './api-error.ts'
import { leaveToLogin } from './leave-to-login.ts'
import type { PageView } from './page-context.tsx'

/** The page context in the browser: hydration data, and calls by fetch, whose code comes with the first of them. */
export function browserContext(view: PageView): PageContext {
  return {
    ...view,
    send: async (request) => {
      const loaded = await import('./send-in-browser.ts').catch(() => null)
      if (!loaded) throw noAnswer()
      return loaded.sendInBrowser(view, request)
    },
    startSession: () => {
      throw new Error('a form with a token is sent by reloadDocument')
    },
    openLink: () => {
      throw new Error('a form with a token is sent by reloadDocument')
    },
    // These are submitted as documents; nothing is left to do in the browser.
    keepLanguage: () => undefined,
    endLinks: async () => undefined,
    endSession: () => leaveToLogin(view),
  }
}
