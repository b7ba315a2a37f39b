import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Fact } from '../ui/fact.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { formatDate, localDayOf } from '../ui/format-date.ts'
import { Notice } from '../ui/notice.tsx'
import { TextLink } from '../ui/text-link.tsx'
import type { ClaimList } from './claim-form.tsx'

type OwnClaim = ClaimList['claims'][number]

/** What somebody has claimed, with its answer or until when it comes. */
export function OwnClaims({ claims }: { claims: readonly OwnClaim[] }) {
  const t = useTexts('claims')
  if (claims.length === 0) return null
  return (
    <section aria-labelledby="own-claims">
      <h2 id="own-claims" className="section-title mb-5">
        {t('own')}
      </h2>
      <ul className="grid gap-4">
        {claims.map((claim) => (
          <OneClaim key={claim.id} claim={claim} />
        ))}
      </ul>
    </section>
  )
}

function OneClaim({ claim }: { claim: OwnClaim }) {
  const { locale } = usePage()
  const t = useTexts('claims')
  const madeOn = formatDate(localDayOf(claim.madeAt), locale)
  return (
    <Card as="li" pad="small">
      <h3 className="text-lg font-bold wrap-anywhere">{claim.product}</h3>
      <p className="mt-1">
        {t(`state.${claim.state}`, {
          date: formatDate(claim.answerBy, locale),
          reason: claim.refusal ?? '',
        })}
      </p>
      <dl className="mt-3 grid gap-3 sm:grid-cols-3">
        {claim.contractOn ? (
          <Fact name={t('contractOn')} value={formatDate(claim.contractOn, locale)} />
        ) : null}
        {claim.orderNumber ? <Fact name={t('orderNumber')} value={claim.orderNumber} /> : null}
        <Fact name={t('madeOn')} value={madeOn} />
        {claim.hasFile ? <Fact name={t('hasFile')} value={t('yes')} /> : null}
      </dl>
      {claim.note ? <p className="mt-3 whitespace-pre-wrap wrap-anywhere">{claim.note}</p> : null}
      {claim.state === 'abgelehnt' ? (
        <p className="mt-3">
          {t('object')}{' '}
          <TextLink
            page="Contact"
            values={{ thema: 'objection', empfehlungsnummer: claim.referralNumber }}
            inText
          >
            {t('object.open')}
          </TextLink>
        </p>
      ) : null}
      {claim.state === 'offen' ? (
        <div className="mt-4">
          <PageForm
            id={`withdraw-${claim.id}`}
            rules={{}}
            labels={{}}
            answer={undefined}
            draft={false}
          >
            <input type="hidden" name="intent" value="withdraw" />
            <input type="hidden" name="id" value={claim.id} />
            <div>
              <Button
                type="submit"
                kind="quiet"
                aria-label={t('withdraw.full', { date: madeOn })}
                className="w-full md:w-auto"
              >
                {t('withdraw')}
              </Button>
            </div>
          </PageForm>
        </div>
      ) : null}
    </Card>
  )
}

/** What has just been done, by the page's address. */
export function ClaimDone({ claims, done }: { claims: readonly OwnClaim[]; done: string | null }) {
  const { locale } = usePage()
  const t = useTexts('claims')
  const [newest] = claims
  if (done === 'withdrawn') return <Notice tone="success" live title={t('withdrawn')} />
  if (done !== 'made' || !newest) return null
  return (
    <Notice
      tone="success"
      live
      title={
        newest.state === 'gefunden'
          ? t('found')
          : t('made', { date: formatDate(newest.answerBy, locale) })
      }
    />
  )
}
