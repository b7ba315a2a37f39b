import { useTexts } from '../runtime/texts.ts'
import { StateBadge } from '../ui/state-badge.tsx'

export function TenantState({ isDraft }: { isDraft: boolean }) {
  const t = useTexts('consoleTenants')
  return isDraft ? (
    <StateBadge tone="waits" text={t('state.entwurf')} />
  ) : (
    <StateBadge tone="ok" text={t('state.oeffentlich')} />
  )
}
