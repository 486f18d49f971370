package dev.waybill.workflow.schema;

import dev.waybill.base.json.JsonPointer;
import dev.waybill.base.json.JsonValue;
import dev.waybill.workflow.expression.StepBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One judgement of one value: where it stands, what it found, and how many steps it may still take.
final class Validation {

    private static final int MOST_VIOLATIONS = 100;

    /// Values are at most 256 deep, and schemas that circle in place are refused; a cold thread's stack ends later.
    private static final int DEEPEST = 800;

    /// What is found where only the answer counts.
    private static final Violation UNSAID = new Violation("", "", "");

    private final StepBudget budget;
    private final List<Violation> violations = new ArrayList<>();
    private final boolean quiet;
    private @Nullable Place place;
    private int depth;

    private record Place(@Nullable Place parent, String name) {
        String pointer() {
            return JsonPointer.member(parent == null ? "" : parent.pointer(), name);
        }
    }

    Validation(StepBudget budget) {
        this(budget, false, 0);
    }

    private Validation(StepBudget budget, boolean quiet, int depth) {
        this.budget = budget;
        this.quiet = quiet;
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
            if (isFull()) {
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
        var quiet = new Validation(budget, true, depth);
        quiet.apply(schema, value);
        return quiet.violations.isEmpty();
    }

    private boolean isFull() {
        return violations.size() >= (quiet ? 1 : MOST_VIOLATIONS);
    }

    /// @param message asked only if somebody will read it: most values fit, and most branches of a schema
    ///     only ask whether
    void violation(String keyword, Supplier<String> message) {
        if (!isFull()) {
            violations.add(
                    quiet ? UNSAID : new Violation(place == null ? "" : place.pointer(), keyword, message.get()));
        }
    }

    void violationBelow(String name, String keyword, Supplier<String> message) {
        Place here = place;
        place = new Place(here, name);
        violation(keyword, message);
        place = here;
    }

    /// @param expected in words; a JSON value is put into words here, if at all
    /// @param found as well
    void expect(boolean right, String keyword, Object expected, Object found) {
        if (!right) {
            violation(keyword, () -> "expected %s, found %s".formatted(words(expected), words(found)));
        }
    }

    private static Object words(Object part) {
        return part instanceof JsonValue value ? Shown.value(value) : part;
    }
}
