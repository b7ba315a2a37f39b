import { KeyRound } from 'lucide-react'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'

/** Whether this person may sign in by the company's provider. */
export function ProviderSection({ name, isLinked }: { name: string; isLinked: boolean }) {
  const t = useTexts('console')
  return (
    <Card as="section" aria-labelledby="provider">
      <h2 id="provider" className="font-heading text-lg font-bold">
        {t('provider.title')}
      </h2>
      <ul className="console-rows">
        <li>
          <KeyRound aria-hidden="true" className="size-5 shrink-0" />
          <p className="min-w-0 grow">
            <span className="font-semibold">{name}</span>{' '}
            <span className="text-muted">
              {isLinked ? t('provider.linked') : t('provider.notLinked')}
            </span>
          </p>
        </li>
      </ul>
    </Card>
  )
}
