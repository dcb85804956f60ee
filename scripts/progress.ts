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

/** The step in which a piece of work runs. */
const current = new AsyncLocalStorage<{ output: string }>();

/**
 * Does one step. Within another step it is that step's progress, and its time too. A string that the work
 * answers stands beside the title.
 */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const outer = current.getStore();
  if (outer) {
    outer.output = title;
    const began = performance.now();
    const answer = await work();
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    outer.output = `✔ ${typeof answer === "string" ? `${title}: ${answer}` : title} [${seconds}s]`;
    return answer;
  }
  const answers = await sideBySide<Record<string, T>>({ [title]: work });
  return answers[title] as T;
}

/**
 * Does steps at the same time.
 *
 * @param steps by their titles, as {@link step} takes them
 * @throws the first error, when all have ended
 */
export async function sideBySide<T>(steps: { [Title in keyof T]: () => Promise<T[Title]> }) {
  const answers: Partial<T> = {};
  const failures: unknown[] = [];
  const tasks = (Object.keys(steps) as (keyof T & string)[]).map((title) => ({
    title,
    task: async (_: unknown, task: { output: string; title: string }) => {
      try {
        const answer = await current.run(task, steps[title]);
        answers[title] = answer;
        if (typeof answer === "string") task.title = `${title}: ${answer}`;
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
  return answers as T;
}
