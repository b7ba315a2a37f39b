import { useState } from 'react'
import { useNavigationType } from 'react-router'
import type { Plan } from './settings.ts'

/** What was typed into the form that the browser's Back returns to from the comparison; null: it is opened anew. */
export function useTypedSettings(
  plan: Plan | null,
  section: string | null,
): Record<string, unknown> | null {
  const isBack = useNavigationType() === 'POP'
  const [typed, setTyped] = useState<{ section: string | null; plan: Plan } | null>(null)
  if (plan && plan !== typed?.plan) setTyped({ section, plan })
  return isBack && typed?.section === section ? typed.plan.settings : null
}
