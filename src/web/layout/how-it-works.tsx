import { keepTogether } from '../../domain/keep-together.ts'
import { usePage } from '../runtime/page-context.tsx'

export function HowItWorks({ title }: { title: string }) {
  const { tenant } = usePage()
  return (
    <section id="steps" aria-labelledby="steps-title" className="steps">
      <div className="container-page py-12 md:py-20">
        <h2 id="steps-title" className="section-title">
          {title}
        </h2>
        <ol className="steps-list mt-8 grid gap-6 lg:grid-cols-3">
          {tenant.home.steps.map((step, index) => (
            <li key={step.title} className="step">
              <span aria-hidden="true" className="step-number">
                {index + 1}
              </span>
              <div className="min-w-0">
                <h3 className="text-xl font-bold">{step.title}</h3>
                <p className="mt-1.5">{keepTogether(step.text)}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
