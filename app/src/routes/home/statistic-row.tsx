import type { Statistic } from "../../content/statistics";

/** Figures set large over what they count, each as long as its dimension line. */
export function StatisticRow({ statistics }: { statistics: readonly Statistic[] }) {
  return (
    <dl className="flex flex-wrap justify-between gap-x-10 gap-y-8">
      {statistics.map(({ figure, label }) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end max-md:min-w-[calc(50%-1.25rem)]"
        >
          <dt className="mt-3">{label}</dt>
          <dd className="figures self-start text-4xl text-canopy-700">
            {figure}
            <span aria-hidden="true" className="dimension-line mt-1 block text-bark-500" />
          </dd>
        </div>
      ))}
    </dl>
  );
}
