import type { SupabaseClient } from "@supabase/supabase-js";
import type { Lead } from "validator-wasm";
import { BackendFailure, failureIn } from "./failure";
import { fetchUntilReady } from "./fetch-until-ready";
import { formToken } from "./form-token";
import { TIME_LIMIT_MS } from "./post-json";
import type { TrackingData } from "./tracking-data";

/** The columns of a `site_forms` row that the browser may write. */
export type LeadRow = Lead & TrackingData;

/** The statuses that the server returns if the page has an outdated key, table, or address. */
const OUTDATED = [401, 403, 404];

const RELOAD = "This page is out of date. Reload it and send the form again, or call us.";

let client: SupabaseClient | undefined;

/** Loads the client of the data service, at the first use of the form instead of with the page. */
export async function loadDataService(): Promise<SupabaseClient> {
  const { createClient } = await import("@supabase/supabase-js");
  client ??= createClient(window.location.origin, import.meta.env.VITE_ANON_KEY, {
    // Visitors do not sign in: there is no session to store, to refresh, or to read from the address.
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: fetchUntilReady },
  });
  return client;
}

/**
 * Saves a lead. Calls with the same key save one lead, with the newest content. The content of the honeypot
 * (`website`) is sent with it as a mark.
 *
 * Only status 201 with a row that has an id is a success: supabase-js reports no error for some responses
 * that saved nothing.
 */
export async function saveLead(
  row: LeadRow,
  idempotencyKey: string,
  website: string,
): Promise<void> {
  const service = await loadDataService();
  const insert = service
    .from("site_forms")
    .insert(row)
    .setHeader("Idempotency-Key", idempotencyKey);
  const token = formToken();
  if (token) insert.setHeader("X-Form-Token", token);
  if (website) insert.setHeader("X-Form-Trap", "filled");
  const { data, error, status } = await insert
    .select()
    .abortSignal(AbortSignal.timeout(TIME_LIMIT_MS))
    .single<{ id?: string }>();
  if (status === 201 && data?.id) return;

  const failure = OUTDATED.includes(status) ? new BackendFailure(RELOAD) : failureIn(error);
  // The console must not contain what the visitor typed; the code is enough to find the cause.
  console.error(`The lead was not saved: status ${status}, code ${error?.code || "none"}`);
  throw failure;
}
