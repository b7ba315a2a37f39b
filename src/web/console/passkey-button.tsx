import type { ReactNode } from 'react'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useTexts } from '../runtime/texts.ts'
import { Button, type ButtonKind } from '../ui/button.tsx'

/** Asks for a passkey. Without script it can do nothing, so it waits for that. */
export function PasskeyButton({
  kind,
  isBusy,
  ask,
  className,
  children,
}: {
  kind?: ButtonKind
  isBusy: boolean
  ask: () => void
  className?: string
  children: ReactNode
}) {
  const t = useTexts('console')
  const isReady = useHydrated()
  return (
    <Button
      {...(kind ? { kind } : {})}
      onClick={ask}
      disabled={!isReady}
      pending={isBusy ? t('passkey.asking') : false}
      className={className ?? ''}
    >
      {children}
    </Button>
  )
}
