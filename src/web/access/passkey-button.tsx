import type { ReactNode } from 'react'
import { Button, type ButtonKind } from '../ui/button.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'

/** Asks for a passkey. Without script it can do nothing, so it waits for that. @param asking said meanwhile */
export function PasskeyButton({
  kind,
  isBusy,
  ask,
  asking,
  className,
  children,
}: {
  kind?: ButtonKind
  isBusy: boolean
  ask: () => void
  asking: string
  className?: string
  children: ReactNode
}) {
  const isReady = useHydrated()
  return (
    <Button
      {...(kind ? { kind } : {})}
      onClick={ask}
      disabled={!isReady}
      pending={isBusy ? asking : false}
      className={className ?? ''}
    >
      {children}
    </Button>
  )
}
