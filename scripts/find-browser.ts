import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

export const systemChromium = '/usr/bin/chromium'

/** The flags of the journeys' browser, and of everything that measures with the same one. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The browser of the tests: the system's for root (who may install it), else Playwright's own, else
 * the system's. `installed` is false while that one has to be installed first.
 */
export function findBrowser(): { path: string; installed: boolean } {
  const own = chromium.executablePath()
  const isRoot = process.getuid?.() === 0
  const path = isRoot || (!existsSync(own) && existsSync(systemChromium)) ? systemChromium : own
  return { path, installed: existsSync(path) }
}
