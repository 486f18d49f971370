package dev.waybill.app.host;

import dev.waybill.app.cli.Newest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.view.guided.Session;
import dev.waybill.view.guided.SessionPage;
import dev.waybill.view.guided.SessionRows;
import dev.waybill.view.run.Page;
import dev.waybill.view.text.Surface;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;

/// Sessions of guided workflows on a page: a list of them, or one with its steps.
final class SessionPages {

    private SessionPages() {}

    record Listed(Newest<Session> sessions) implements Page {

        @Override
        public JsonObject toJson() {
            return sessions.toJson("sessions", SessionRows::json);
        }

        @Override
        public void print(PrintStream out, Surface surface, Instant now) {
            if (sessions.shown().isEmpty()) {
                out.println("There are no sessions. An agent starts one with the tool workflow_start.");
            } else {
                out.print(SessionRows.text(sessions.shown(), now, surface));
                sessions.print(out);
            }
        }
    }

    /// Two tenants may have a session of one name each.
    record Shown(List<SessionPage> pages) implements Page {

        @Override
        public JsonObject toJson() {
            return new Newest<>(pages, false).toJson("sessions", SessionPage::toJson);
        }

        @Override
        public void print(PrintStream out, Surface surface, Instant now) {
            pages.forEach(page -> page.print(out, surface, now));
        }
    }
}
