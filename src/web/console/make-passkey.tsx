import type { ComponentProps } from 'react'
import { PasskeyFields } from '../access/passkey-fields.tsx'
import { useTexts } from '../runtime/texts.ts'

/** Makes a passkey, with the console's words. */
export function MakePasskey(props: Omit<ComponentProps<typeof PasskeyFields>, 'how' | 'words'>) {
  const t = useTexts('console')
  const words = { asking: t('passkey.asking'), refused: t('passkey.notMade') }
  return <PasskeyFields {...props} how="create" words={words} />
}
