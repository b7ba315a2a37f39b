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

/** The browser of the tests: for root the system's, for others Playwright's own; where that one is missing, the other. */
export function findBrowser(): { path: string; installed: boolean } {
  const own = chromium.executablePath()
  const isRoot = process.getuid?.() === 0
  const wanted = isRoot ? [systemChromium, own] : [own, systemChromium]
  const found = wanted.find((path) => existsSync(path))
  return { path: found ?? systemChromium, installed: found !== undefined }
}
