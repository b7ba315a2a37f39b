import type { Page } from '@playwright/test'

/** A passkey in the browser that its owner always confirms (Chrome's virtual authenticator). Returns what makes it fail from then on, as with a foreign finger. */
export async function addPasskeyTo(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return async () => {
    await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  }
}
