import { Money } from './money.tsx'

/** Sums in the head of a list. */
export function HeadSums({
  label,
  sums,
}: {
  label?: string
  sums: readonly (readonly [name: string, cents: number, className?: string])[]
}) {
  return (
    <dl
      aria-label={label}
      className="flex flex-wrap gap-x-6 gap-y-1 text-[0.9375rem] leading-[1.25rem] md:ml-auto"
    >
      {sums.map(([name, cents, className = '']) => (
        <div key={name} className="flex flex-wrap gap-x-1.5">
          <dt className="text-muted">{name}</dt>
          <dd className={`font-semibold ${className}`}>
            <Money cents={cents} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
