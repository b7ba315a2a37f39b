import { chromium, type Browser } from '@playwright/test'
import { browserFlags, findBrowser } from './find-browser.ts'

/** Browser and flags of the journeys (playwright.config.ts); with a port, others may drive it too. */
export function launchBrowser(options: { debuggingPort?: number } = {}): Promise<Browser> {
  return chromium.launch({
    ...findBrowser().launch,
    args: [
      ...browserFlags,
      ...(options.debuggingPort ? [`--remote-debugging-port=${options.debuggingPort}`] : []),
    ],
  })
}
