import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { useTexts } from '../runtime/texts.ts'

/** Roles with what each may do. */
export function RoleList({ roles }: { roles: readonly OperatorRole[] }) {
  const t = useTexts('console')
  return (
    <dl className="mb-6 grid gap-3">
      {roles.map((role) => (
        <div key={role}>
          <dt className="font-semibold">{t(`role.${role}`)}</dt>
          <dd className="text-muted">{t(`roleText.${role}`)}</dd>
        </div>
      ))}
    </dl>
  )
}
