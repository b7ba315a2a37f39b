import type { ComponentProps } from 'react'
import { MakePasskey as Plain } from '../access/make-passkey.tsx'
import { useTexts } from '../runtime/texts.ts'

/** The same with the console's words. */
export function MakePasskey(props: Omit<ComponentProps<typeof Plain>, 'words'>) {
  const t = useTexts('console')
  return <Plain {...props} words={{ asking: t('passkey.asking'), notMade: t('passkey.notMade') }} />
}
