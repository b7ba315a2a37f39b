import type { ComponentProps } from 'react'
import { PasskeyButton as Plain } from '../access/passkey-button.tsx'
import { useTexts } from '../runtime/texts.ts'

/** The same with the console's words. */
export function PasskeyButton(props: Omit<ComponentProps<typeof Plain>, 'asking'>) {
  const t = useTexts('console')
  return <Plain {...props} asking={t('passkey.asking')} />
}
