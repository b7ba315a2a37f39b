import { useTexts } from '../runtime/texts.ts'

export function NextSteps({ facts }: { facts: [label: string, value: string][] }) {
  const t = useTexts('reward')
  return (
    <section aria-labelledby="next-steps" className="rounded-field bg-tint p-4 md:p-5">
      <h2 id="next-steps" className="text-lg font-bold">
        {t('details.confirm')}
      </h2>
      <dl className="mt-2 flex flex-col gap-2">
        {facts.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-6">
            <dt>{label}</dt>
            <dd className="font-bold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-base text-muted">{t('details.once')}</p>
    </section>
  )
}
