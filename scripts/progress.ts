/** The steps of a script, with their progress and time, on standard error. */
import { AsyncLocalStorage } from "node:async_hooks";
import { Listr, ListrLogger, PRESET_TIMER, ProcessOutput } from "listr2";

const rendererOptions = {
  logger: new ListrLogger({
    useIcons: true,
    processOutput: new ProcessOutput(process.stderr, process.stderr),
  }),
  timer: PRESET_TIMER,
  // The script itself reports errors, once.
  showErrorMessage: false,
  collapseErrors: false,
};

interface Current {
  show: (text: string) => void;
  /** the titles of the steps within the step, if they are known beforehand */
  parts: string[];
}

const current = new AsyncLocalStorage<Current>();

/** The interval of progress lines on an output that cannot replace the previous line. */
const LINE_INTERVAL_MS = 30_000;

let lastLine = 0;

export function showProgress(text: string) {
  if (!process.stderr.isTTY) {
    if (performance.now() - lastLine < LINE_INTERVAL_MS) return;
    lastLine = performance.now();
  }
  current.getStore()?.show(text);
}

/** Numbers the steps within the current step: "2 of 5". A step's title begins with its part. */
export function inParts<T>(parts: string[], work: () => Promise<T>) {
  const outer = current.getStore();
  return outer ? current.run({ ...outer, parts }, work) : work();
}

/**
 * Runs a step. Within another step, it is shown as that step's progress. If the work returns a
 * string, the string is shown beside the title.
 */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const outer = current.getStore();
  if (outer) {
    const { show, parts } = outer;
    const place = parts.findIndex((part) => title.startsWith(part)) + 1;
    const label = place > 0 ? `${place} of ${parts.length}: ${title}` : title;
    show(label);
    const began = performance.now();
    const inner = { show: (text: string) => show(`${label}: ${text}`), parts: [] };
    const result = await current.run(inner, work);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    show(`✔ ${typeof result === "string" ? `${label}: ${result}` : label} [${seconds}s]`);
    return result;
  }
  const results = await sideBySide<Record<string, T>>({ [title]: work });
  return results[title] as T;
}

/**
 * Runs steps at the same time, by their titles.
 *
 * @throws the first error, after all have ended
 */
export async function sideBySide<T>(steps: { [Title in keyof T]: () => Promise<T[Title]> }) {
  const results: Partial<T> = {};
  const failures: unknown[] = [];
  const tasks = (Object.keys(steps) as (keyof T & string)[]).map((title) => ({
    title,
    task: async (_: unknown, task: { output: string; title: string }) => {
      try {
        const show = (text: string) => {
          task.output = text;
        };
        const result = await current.run({ show, parts: [] }, steps[title]);
        results[title] = result;
        if (typeof result === "string") task.title = `${title}: ${result}`;
      } catch (error) {
        failures.push(error);
        throw new Error("failed");
      }
    },
  }));
  await new Listr(tasks, {
    concurrent: true,
    exitOnError: false,
    rendererOptions,
    fallbackRenderer: "simple",
    fallbackRendererOptions: rendererOptions,
    fallbackRendererCondition: () => !process.stderr.isTTY,
    registerSignalListeners: false,
  }).run();
  if (failures.length > 0) throw failures[0];
  return results as T;
}
