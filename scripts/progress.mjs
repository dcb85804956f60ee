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

/** The step in which a piece of work runs. @type {AsyncLocalStorage<{ output: string }>} */
const current = new AsyncLocalStorage();

/**
 * Does one step. Within another step it is that step's progress.
 *
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} what the work answers; a string stands beside the title as well
 */
export async function step(title, work) {
  const outer = current.getStore();
  if (outer) {
    outer.output = title;
    return work();
  }
  const [answer] = await sideBySide({ [title]: work });
  return /** @type {T} */ (answer);
}

/**
 * Does steps at the same time.
 *
 * @param {Record<string, () => Promise<unknown>>} steps by their titles
 * @returns {Promise<unknown[]>} what they answer, as of {@link step}
 * @throws the first error, when all have ended
 */
export async function sideBySide(steps) {
  /** @type {unknown} */
  let failure;
  const titles = Object.keys(steps);
  /** @type {unknown[]} */
  const answers = [];
  const tasks = new Listr(
    titles.map((title, place) => ({
      title,
      task: async (_context, task) => {
        try {
          answers[place] = await current.run(task, steps[title]);
        } catch (error) {
          failure ??= error;
          throw new Error("failed");
        }
        if (typeof answers[place] === "string") task.title = `${title}: ${answers[place]}`;
      },
    })),
    {
      concurrent: true,
      exitOnError: false,
      rendererOptions,
      fallbackRenderer: "simple",
      fallbackRendererOptions: rendererOptions,
      fallbackRendererCondition: () => !process.stderr.isTTY,
      registerSignalListeners: false,
    },
  );
  await tasks.run();
  if (failure) throw failure;
  return answers;
}
