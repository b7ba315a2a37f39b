import { chromium, type Browser } from '@playwright/test'
import { browserFlags, findBrowser, systemChromium } from './find-browser.ts'

/** The same browser and flags as the journeys' (playwright.config.ts); with a port, others may drive it as well. */
export function launchBrowser(options: { debuggingPort?: number } = {}): Promise<Browser> {
  const { path } = findBrowser()
  return chromium.launch({
    ...(path === systemChromium && { executablePath: systemChromium }),
    args: [
      ...browserFlags,
      ...(options.debuggingPort ? [`--remote-debugging-port=${options.debuggingPort}`] : []),
    ],
  })
}
