import { Icon } from "../../parts/icon.tsx";
import { Days, LeadList } from "../../parts/lead-list.tsx";
import { LeadRows } from "../../parts/lead-rows.tsx";
import { ViewHeading } from "../../parts/view-heading.tsx";

/** The leads that come back, by day. */
export const LaterView = () => (
  <>
    <ViewHeading
      beside={
        <a className="back -mr-2" href="#done">
          Done
          <Icon className="size-5" name="forward" />
        </a>
      }
      name="later"
    />
    <LeadList empty="Nothing is put off." list="later">
      {(leads) => (
        <Days items={leads} timeOf={({ nextAt }) => nextAt}>
          {(ofDay) => <LeadRows isOfDay leads={ofDay} />}
        </Days>
      )}
    </LeadList>
  </>
);

/** The leads that are done, newest first. */
export const DoneView = () => (
  <>
    <ViewHeading name="done" />
    <LeadList empty="Nothing is done yet." list="done">
      {(leads) => (
        <>
          <h2 className="sr-only">The newest first</h2>
          <LeadRows leads={leads} />
        </>
      )}
    </LeadList>
  </>
);
