package dev.waybill.workflow.schema;

import dev.waybill.base.json.JsonPointer;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.expression.StepBudget;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One judgement of one value: where it stands, what it found, and how many steps it may still take.
final class Validation {

    private static final int MOST_VIOLATIONS = 100;

    /// Values are at most 256 deep, and schemas that circle in place are refused; a cold thread's stack ends later.
    private static final int DEEPEST = 800;

    private final StepBudget budget;
    private final List<Violation> violations = new ArrayList<>();
    private final int most;
    private @Nullable Place place;
    private int depth;

    private record Place(@Nullable Place parent, String name) {
        String pointer() {
            return JsonPointer.member(parent == null ? "" : parent.pointer(), name);
        }
    }

    Validation(StepBudget budget) {
        this(budget, MOST_VIOLATIONS, 0);
    }

    private Validation(StepBudget budget, int most, int depth) {
        this.budget = budget;
        this.most = most;
        this.depth = depth;
    }

    StepBudget budget() {
        return budget;
    }

    List<Violation> violations() {
        return List.copyOf(violations);
    }

    /// Applies a schema to the value in this place.
    void apply(SchemaNode schema, JsonValue value) {
        // Deeper than anybody's value takes all steps that are left: the same answer in every process.
        budget.spend(++depth > DEEPEST ? budget.left() + 1 : 1);
        for (SchemaNode.Rule rule : schema.rules()) {
            if (violations.size() >= most) {
                break;
            }
            budget.spend(1);
            rule.check(value, this);
        }
        depth--;
    }

    /// Applies a schema to a member or item of the value in this place.
    void applyBelow(String name, SchemaNode schema, JsonValue value) {
        Place here = place;
        place = new Place(here, name);
        apply(schema, value);
        place = here;
    }

    /// Whether a value fits a schema, without a word about why not.
    boolean fits(SchemaNode schema, JsonValue value) {
        var quiet = new Validation(budget, 1, depth);
        quiet.apply(schema, value);
        return quiet.violations.isEmpty();
    }

    void violation(String keyword, String message) {
        if (violations.size() < most) {
            violations.add(new Violation(place == null ? "" : place.pointer(), keyword, message));
        }
    }

    void violationBelow(String name, String keyword, String message) {
        Place here = place;
        place = new Place(here, name);
        violation(keyword, message);
        place = here;
    }

    void expect(boolean right, String keyword, String expected, String found) {
        if (!right) {
            violation(keyword, "expected %s, found %s".formatted(expected, found));
        }
    }
}
