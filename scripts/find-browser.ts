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

const multiarch = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' }[process.arch as string]

/** Debian's other engines, as their packages install them, for `npm run test:long`. */
export const otherEngines = {
  firefox: { browser: '/usr/bin/firefox-esr' },
  webkit: {
    driver: '/usr/bin/WebKitWebDriver',
    browser: `/usr/lib/${multiarch}/webkit2gtk-4.1/MiniBrowser`,
    display: '/usr/bin/Xvfb',
  },
}

export const isInstalled = (engine: keyof typeof otherEngines) =>
  Object.values(otherEngines[engine]).every((path) => existsSync(path))

/** Debian's packages of what `npm run test:long` lacks beside the browser of the journeys. */
export function missingEngines(): string[] {
  return [
    ...(isInstalled('firefox') ? [] : ['firefox-esr']),
    ...(isInstalled('webkit') ? [] : ['webkit2gtk-driver', 'xvfb']),
  ]
}
