import { chromium, type Browser } from '@playwright/test'
import { findBrowser, systemChromium } from './find-browser.ts'

/** The same browser and flags as the journeys' (playwright.config.ts); with a port, others may drive it as well. */
export function launchBrowser(options: { debuggingPort?: number } = {}): Promise<Browser> {
  const { path } = findBrowser()
  return chromium.launch({
    ...(path === systemChromium && { executablePath: systemChromium }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(options.debuggingPort ? [`--remote-debugging-port=${options.debuggingPort}`] : []),
    ],
  })
}
