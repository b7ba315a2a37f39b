import type { ReactNode } from 'react'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useTexts } from '../runtime/texts.ts'
import { Button, type ButtonKind } from '../ui/button.tsx'
import { checkForm, type Rules } from '../ui/form/rules.ts'

/** Presses a form's hidden button where something is missing, which says what; else asks. No passkey is made for a form that fails. */
export function askOnce(submit: HTMLButtonElement | null, rules: Rules, ask: () => void): void {
  const form = submit?.form
  if (!form) return
  const isWhole = Object.keys(checkForm(new FormData(form), rules)).length === 0
  if (isWhole) ask()
  else submit.click()
}

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
