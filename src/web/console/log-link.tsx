import { useParams } from 'react-router'
import { useTexts } from '../runtime/texts.ts'
import { TextLink } from '../ui/text-link.tsx'
import { useAbility } from './use-place.ts'

/** To the whole log about a record, for those who may read it. */
export function LogLink({ id }: { id: string }) {
  const { mandant = '' } = useParams()
  const t = useTexts('console')
  const ability = useAbility()
  return ability.can('read', 'audit') ? (
    <p className="mt-3">
      <TextLink page="ConsoleAudit" values={{ mandant, suche: id }}>
        {t('log.all')}
      </TextLink>
    </p>
  ) : null
}
